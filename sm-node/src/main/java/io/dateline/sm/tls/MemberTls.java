package io.dateline.sm.tls;

import akka.remote.artery.tcp.SSLEngineProvider;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import scala.Option;
import scala.jdk.javaapi.OptionConverters;

/**
 * TLS between the nodes of a cluster: both sides show a certificate of an authority that the other
 * believes, and each certificate names one of the cluster's hosts. A node that connects also checks
 * that the other is the very host that it wanted, where hosts have certificates of their own.
 *
 * <p>Each new connection uses the credentials of the moment, so these may be replaced while nodes
 * run; connections that stand go on.
 */
public final class MemberTls implements SSLEngineProvider {
  private static final String[] PROTOCOLS = {"TLSv1.3"};

  private final Supplier<Credentials> credentials;
  private final List<String> hosts;
  private final boolean isByHost;
  private Credentials ofContext;
  private SSLContext context;

  /**
   * A provider.
   *
   * @param hosts that a peer's certificate may name
   * @param isByHost whether each host has a certificate of its own
   */
  public MemberTls(Supplier<Credentials> credentials, List<String> hosts, boolean isByHost) {
    this.credentials = credentials;
    this.hosts = List.copyOf(hosts);
    this.isByHost = isByHost;
  }

  private synchronized SSLContext context() {
    Credentials now = credentials.get();
    if (!Objects.equals(now, ofContext)) {
      context = now.context();
      ofContext = now;
    }
    return context;
  }

  @Override
  public SSLEngine createServerSSLEngine(String hostname, int port) {
    SSLEngine engine = context().createSSLEngine();
    engine.setUseClientMode(false);
    engine.setNeedClientAuth(true);
    engine.setEnabledProtocols(PROTOCOLS);
    return engine;
  }

  @Override
  public SSLEngine createClientSSLEngine(String hostname, int port) {
    SSLEngine engine = context().createSSLEngine(hostname, port);
    engine.setUseClientMode(true);
    engine.setEnabledProtocols(PROTOCOLS);
    if (isByHost) {
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      engine.setSSLParameters(parameters);
    }
    return engine;
  }

  /** On the side that connected. */
  @Override
  public Option<Throwable> verifyClientSession(String hostname, SSLSession session) {
    return verify(session);
  }

  /** On the side that was connected to. */
  @Override
  public Option<Throwable> verifyServerSession(String hostname, SSLSession session) {
    return verify(session);
  }

  private Option<Throwable> verify(SSLSession session) {
    return OptionConverters.toScala(refusal(session));
  }

  private Optional<Throwable> refusal(SSLSession session) {
    try {
      if (session.getPeerCertificates()[0] instanceof X509Certificate peer
          && Credentials.namesOneOf(peer, hosts)) {
        return Optional.empty();
      }
      return Optional.of(
          new SSLPeerUnverifiedException(
              "the certificate names no host of dateline.cluster.nodes"));
    } catch (SSLPeerUnverifiedException e) {
      return Optional.of(e);
    }
  }
}
