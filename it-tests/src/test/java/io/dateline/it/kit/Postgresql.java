package io.dateline.it.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dateline.persistence.journal.H2Server;
import io.dateline.sm.tls.CertificateMaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * A PostgreSQL server of the test's own, on loopback unless it is told otherwise, with an empty
 * database. It can be ended, in order or not, and started again on the same port with what it had
 * committed.
 */
public final class Postgresql implements AutoCloseable {
  private static final String USER = "dateline";
  private static final String PASSWORD = "only for this test";

  /** The user that Debian's package makes: the server refuses to run as root. */
  private static final String SERVER_USER = "postgres";

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long DEATH_MAX_S = 10;

  private final Path programs;
  private final Path folder;
  private final Path data;
  private final String host;
  private final int port;
  private Running server; // null while it is down
  private int starts;

  private Postgresql(Path programs, Path folder, String host, int port) {
    this.programs = programs;
    this.host = host;
    this.folder = folder;
    this.port = port;
    data = folder.resolve("postgresql");
  }

  /**
   * Makes a database and starts its server; skips the test where PostgreSQL is not installed.
   *
   * @param folder for data and logs, straight below one that every user may enter
   */
  public static Postgresql start(Path folder) throws IOException {
    return startAt("127.0.0.1", folder);
  }

  /** As {@link #start(Path)}, for everybody who reaches an address of this host. */
  public static Postgresql startAt(String host, Path folder) throws IOException {
    Postgresql made = new Postgresql(Machine.postgresqlPrograms(), folder, host, FreePorts.tcp());
    made.initialize();
    made.start();
    return made;
  }

  private void initialize() throws IOException {
    Path password = Files.writeString(folder.resolve("postgresql.password"), PASSWORD + "\n");
    Files.createDirectory(data);
    if (isRoot()) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
      giveToServer(password);
      giveToServer(data);
    }
    run(
        "initdb",
        "--no-sync",
        "--encoding=UTF8",
        "--locale=C",
        "--auth=scram-sha-256",
        "--username=" + USER,
        "--pwfile=" + password,
        data.toString());
    Files.writeString(
        data.resolve("pg_hba.conf"),
        (H2Server.isLoopback(host) ? "host" : "hostssl") + " all all 0.0.0.0/0 scram-sha-256\n",
        StandardOpenOption.APPEND);
  }

  /** Beyond loopback it shows a certificate of the authority that nodes there believe. */
  private List<String> encryption() throws IOException {
    if (H2Server.isLoopback(host)) {
      return List.of();
    }
    Path certificates = ClusterCertificates.of(folder, host);
    Path key = certificates.resolve("node-key.pem");
    if (isRoot()) {
      giveToServer(key);
    }
    return List.of(
        "-c",
        "ssl=on",
        "-c",
        "ssl_cert_file=" + certificates.resolve("node.pem"),
        "-c",
        "ssl_key_file=" + key);
  }

  /** Another certificate in the place of the server's, which it takes for its next connections. */
  public void replaceCertificate(Path authority)
      throws IOException, GeneralSecurityException, SQLException {
    Path certificates = ClusterCertificates.of(folder, host);
    CertificateMaker.node(authority, List.of(host), ClusterCertificates.DAYS, certificates, true);
    if (isRoot()) {
      giveToServer(certificates.resolve("node-key.pem"));
    }
    execute("SELECT pg_reload_conf()");
  }

  private static void giveToServer(Path file) throws IOException {
    Files.setOwner(
        file,
        file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(SERVER_USER));
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private List<String> command(String program, String... arguments) {
    List<String> words = new ArrayList<>();
    if (isRoot()) {
      // It becomes the program, under the same process id.
      words.addAll(
          List.of("setpriv", "--reuid", SERVER_USER, "--regid", SERVER_USER, "--init-groups"));
    }
    words.add(programs.resolve(program).toString());
    words.addAll(List.of(arguments));
    return words;
  }

  private void run(String program, String... arguments) {
    Running.Ended ended =
        Running.run(
            folder.resolve(program + ".log"), PATIENCE, Map.of(), command(program, arguments));
    assertThat(ended.exitCode()).as(ended.output()).isZero();
  }

  /**
   * Starts the server, the first time or again. A process that the one before had begun while it
   * was killed may still have the data in memory; no server starts before it has noticed.
   */
  public void start() {
    Awaitility.await("a server").atMost(PATIENCE).until(this::hasStarted);
  }

  private boolean hasStarted() throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-D",
                data.toString(),
                "-p",
                "" + port,
                "-c",
                "listen_addresses=" + host,
                "-c",
                "unix_socket_directories=",
                // What is committed need only outlive processes, not the machine.
                "-c",
                "fsync=off"));
    arguments.addAll(encryption());
    server =
        Running.start(
            folder.resolve("postgresql-" + ++starts + ".log"),
            Map.of(),
            command("postgres", arguments.toArray(String[]::new)));
    try {
      server.awaitOutput("ready to accept connections", PATIENCE);
      return true;
    } catch (IllegalStateException e) {
      if (String.valueOf(e.getMessage()).contains("pre-existing shared memory block")) {
        server.close();
        return false;
      }
      throw e;
    }
  }

  /** Ends the server in order; its clients are told. */
  public void stop() {
    run("pg_ctl", "stop", "--mode=fast", "--pgdata=" + data);
    close();
  }

  /** Ends the server and the processes of its clients by {@code kill -9}. */
  public void kill() {
    if (server == null) {
      return;
    }
    // The server first: it would start anew when it saw one of the others die.
    List<ProcessHandle> others = server.process().descendants().toList();
    server.process().destroyForcibly();
    others.forEach(ProcessHandle::destroyForcibly);
    server.close();
    // No server starts on data that a process of the one before still has in memory.
    for (ProcessHandle other : others) {
      other.onExit().completeOnTimeout(other, DEATH_MAX_S, TimeUnit.SECONDS).join();
    }
    server = null;
  }

  /** Whether there is a server's process: after a full disk it may have ended by itself. */
  public boolean isRunning() {
    return server != null && server.process().isAlive();
  }

  public int port() {
    return port;
  }

  private String url() {
    return "jdbc:postgresql://" + host + ":" + port + "/postgres";
  }

  /** Runs statements as the owner. */
  public void execute(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(), USER, PASSWORD);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Settings of a node whose journal is here. */
  public Map<String, String> settings() {
    return settings(USER, PASSWORD);
  }

  /** As the other, for another role. */
  public Map<String, String> settings(String user, String password) {
    String block = "dateline.persistence.";
    return Map.of(
        block + "backend",
        "postgresql",
        block + "postgresql.url",
        url(),
        block + "postgresql.user",
        user,
        block + "postgresql.password",
        password);
  }

  @Override
  public void close() {
    kill();
  }
}
