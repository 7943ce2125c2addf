package io.dateline.sm.tls;

import akka.actor.ActorSystem;
import akka.remote.artery.tcp.SSLEngineProvider;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import scala.Option;

/**
 * The remoting port of a node that is alone: no handshake ever succeeds, for there is no
 * certificate. Akka's cluster opens the port all the same.
 */
public final class ClosedTls implements SSLEngineProvider {
  private final SSLContext context;

  public ClosedTls() {
    try {
      context = SSLContext.getInstance("TLSv1.3");
      context.init(new KeyManager[0], new TrustManager[0], null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JVM has it
    }
  }

  /** The constructor that Akka looks for. */
  public ClosedTls(ActorSystem system) {
    this();
  }

  @Override
  public SSLEngine createServerSSLEngine(String hostname, int port) {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    engine.setNeedClientAuth(true);
    return engine;
  }

  @Override
  public SSLEngine createClientSSLEngine(String hostname, int port) {
    SSLEngine engine = context.createSSLEngine(hostname, port);
    engine.setUseClientMode(true);
    return engine;
  }

  @Override
  public Option<Throwable> verifyClientSession(String hostname, SSLSession session) {
    return refused();
  }

  @Override
  public Option<Throwable> verifyServerSession(String hostname, SSLSession session) {
    return refused();
  }

  private static Option<Throwable> refused() {
    return Option.apply(new IllegalStateException("this node is alone"));
  }
}
