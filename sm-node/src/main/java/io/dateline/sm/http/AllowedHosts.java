package io.dateline.sm.http;

import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.headers.Host;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The names that a node answers to. A page on another site may have its own name resolve to this
 * node and would then be of the same origin, to the browser; but the browser sends that name. So a
 * name has to be known; an address cannot be had in that way.
 */
final class AllowedHosts {
  private final Set<String> names = new HashSet<>();
  private final boolean anyAddress;

  /**
   * The names of one server.
   *
   * @param host that it listens at, with its addresses; where that is all of the machine's, any
   *     address will do
   */
  AllowedHosts(String host, Iterable<String> more) {
    boolean isWildcard = false;
    add("localhost");
    add("127.0.0.1");
    add("::1");
    add(host);
    more.forEach(this::add);
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        add(address.getHostAddress());
        isWildcard |= address.isAnyLocalAddress();
      }
    } catch (UnknownHostException e) {
      // It cannot be listened at either, which is told then.
    }
    anyAddress = isWildcard;
  }

  private void add(String name) {
    names.add(plain(name));
  }

  /** Lower case, without the brackets of an IPv6 address, its zone, and a dot at the end. */
  private static String plain(String name) {
    String plain = name.toLowerCase(Locale.ROOT);
    if (plain.startsWith("[") && plain.endsWith("]")) {
      plain = plain.substring(1, plain.length() - 1);
    }
    if (isAddress(plain)) {
      return canonical(plain);
    }
    return plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain;
  }

  private static boolean isAddress(String name) {
    return name.contains(":") || name.matches("\\d+\\.\\d+\\.\\d+\\.\\d+");
  }

  private static String canonical(String address) {
    try {
      return InetAddress.ofLiteral(address.replaceFirst("%.*", "")).getHostAddress();
    } catch (IllegalArgumentException e) {
      return address;
    }
  }

  /** Why a request is not for this server, if it is not. */
  Optional<String> refusal(HttpRequest request) {
    Optional<String> host = request.getHeader(Host.class).map(it -> it.host().address());
    if (host.isEmpty() || host.get().isEmpty()) {
      return Optional.of("a request needs the header Host");
    }
    String name = plain(host.get());
    return names.contains(name) || (anyAddress && isAddress(name))
        ? Optional.empty()
        : Optional.of(
            "this node does not answer to the name in the header Host;"
                + " dateline.http.allowed-hosts adds names");
  }

  /**
   * Whether a page of another site sent a request: its header Origin names another scheme, host or
   * port than the request was sent to. Programs send no such header.
   */
  static boolean isOfOtherSite(HttpRequest request) {
    Optional<String> origin = request.getHeader("Origin").map(it -> it.value());
    return origin.isPresent() && !origin.get().equals(site(request));
  }

  private static String site(HttpRequest request) {
    String authority = request.getHeader("Host").map(it -> it.value()).orElse("");
    return URI.create(request.getUri().toString()).getScheme() + "://" + authority;
  }
}
