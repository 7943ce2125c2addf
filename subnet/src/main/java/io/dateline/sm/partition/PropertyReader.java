package io.dateline.sm.partition;

import io.dateline.fabric.format.CNumber;
import io.dateline.fabric.format.LineCursor;
import io.dateline.fabric.format.LineException;
import io.dateline.mad.attribute.Gid;
import io.dateline.mad.attribute.Mgid;
import io.dateline.sm.partition.Member.Kind;
import io.dateline.sm.partition.Member.Membership;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads what a definition has behind its head: members and groups, a line at a time. */
final class PropertyReader {
  private static final String GROUP = "mgid";
  private static final String NONE = "NONE";

  private final PartitionsDraft draft;
  private final List<String> warnings;

  PropertyReader(PartitionsDraft draft, List<String> warnings) {
    this.draft = draft;
    this.warnings = warnings;
  }

  /** Reads a line. A group takes all that follows it there. */
  void read(Definition definition, String text, int line) throws LineException {
    String[] parts = text.split(",", -1);
    for (int i = 0; i < parts.length; i++) {
      Token token = Token.of(parts[i]);
      if (token.name().equals(GROUP)) {
        addGroups(definition, token, Arrays.asList(parts).subList(i + 1, parts.length), line);
        return;
      }
      addMember(definition, token, line);
    }
  }

  private void addMember(Definition definition, Token token, int line) throws LineException {
    if (token.name().isEmpty()) {
      if (token.value().isPresent()) {
        throw new LineException("the port is missing before '='");
      }
      return;
    }
    if (NONE.startsWith(token.name())) {
      return;
    }
    Optional<Kind> kind = kind(token.name());
    long guid = kind.isPresent() ? 0 : guid(token.name());
    Membership membership = memberMembership(definition, token, line);
    definition
        .partition()
        .add(new Member(kind.orElse(Kind.GUID), guid, membership, definition.isIndex0()));
    boolean areLimited =
        kind.equals(Optional.of(Kind.ALL))
            && token.value().isEmpty()
            && membership == Membership.LIMITED;
    if (areLimited) {
      definition.partition().areLimitedSince(line);
    }
  }

  /** The keyword that a word is, or abbreviates. */
  private static Optional<Kind> kind(String word) {
    return Arrays.stream(Kind.values())
        .filter(kind -> kind != Kind.GUID && kind.name().startsWith(word))
        .findFirst();
  }

  private static long guid(String text) throws LineException {
    long guid = 0;
    try {
      guid = CNumber.parse(text);
    } catch (NumberFormatException e) {
      // told below
    }
    if (guid == 0) {
      throw new LineException(
          "'%s' is neither the GUID of a port nor ALL, ALL_CAS, ALL_SWITCHES, ALL_ROUTERS or SELF"
              .formatted(LineCursor.excerpt(text)));
    }
    return guid;
  }

  private Membership memberMembership(Definition definition, Token token, int line)
      throws LineException {
    if (token.value().isEmpty()) {
      return definition.membership();
    }
    String word = token.value().get();
    if (word.isEmpty()) {
      throw new LineException(
          "full, limited or both is missing behind '%s='".formatted(token.name()));
    }
    Optional<Membership> membership = membership(word);
    if (membership.isEmpty()) {
      warnings.add(
          "line %d: '%s' is none of full, limited and both: %s is a limited member"
              .formatted(line, LineCursor.excerpt(word), LineCursor.excerpt(token.name())));
    }
    return membership.orElse(Membership.LIMITED);
  }

  /** The membership that a word is, or abbreviates. */
  static Optional<Membership> membership(String word) {
    return word.isEmpty()
        ? Optional.empty()
        : Arrays.stream(Membership.values())
            .filter(membership -> membership.word().startsWith(word))
            .findFirst();
  }

  /**
   * Adds the broadcast group of IPv4. It has the scope of a link, whatever the definition says, for
   * in OpenSM a scope counts for groups that have a line of their own; hosts look for that one.
   */
  void addBroadcastGroup(Definition definition) {
    GroupFlags flags = definition.flags();
    Optional<String> problem = flags.problem();
    if (problem.isPresent()) {
      warnOfGroup(definition.line(), "no broadcast group", problem.get());
      return;
    }
    if (!flags.scopes().equals(List.of(Mgid.LINK_LOCAL))) {
      warnings.add(
          "line %d: the broadcast group has scope 2; another one has to have a line with its mgid"
              .formatted(definition.line()));
    }
    // A group that is there already, from another definition, stays as it is.
    draft.add(
        definition.partition(),
        flags.group(Mgid.withKey(Mgid.BROADCAST, definition.partition().fullKey())),
        definition.line());
  }

  private void addGroups(Definition definition, Token token, List<String> rest, int line)
      throws LineException {
    Gid mgid = mgid(token.value().orElse(""));
    GroupFlags flags = ownFlags(definition, rest, line);
    Optional<String> problem = problem(definition, mgid, flags);
    if (problem.isPresent()) {
      warnOfGroup(line, "no group " + mgid, problem.get());
      return;
    }
    int fullKey = definition.partition().fullKey();
    Gid keyed = Mgid.isIpoib(mgid) ? Mgid.withKey(mgid, fullKey) : mgid;
    if (draft.hasGroup(keyed)) {
      // As in OpenSM also where a scope is given that is not in the GID.
      warnOfRepeated(keyed, line);
      return;
    }
    if (!flags.hasScopes() && Mgid.scope(mgid) != Mgid.LINK_LOCAL) {
      warnings.add(
          "line %d: without a flag scope the group is %s, not %s"
              .formatted(line, Mgid.withScope(keyed, Mgid.LINK_LOCAL), mgid));
    }
    for (int scope : flags.scopes()) {
      addGroup(definition, flags.group(Mgid.withScope(keyed, scope)), line);
    }
  }

  private void addGroup(Definition definition, PartitionGroup group, int line) {
    if (!Mgid.isValid(group.mgid())) {
      warnOfGroup(
          line, "no group " + group.mgid(), "its GID has flags or a scope it must not have");
    } else if (!draft.add(definition.partition(), group, line)) {
      warnOfRepeated(group.mgid(), line);
    }
  }

  private void warnOfRepeated(Gid mgid, int line) {
    warnings.add(
        "line %d: the group %s is there already, and stays as it is".formatted(line, mgid));
  }

  private static Gid mgid(String text) throws LineException {
    try {
      Gid mgid = Gid.parse(text);
      if (mgid.isMulticast()) {
        return mgid;
      }
    } catch (IllegalArgumentException e) {
      // told below
    }
    throw new LineException("'%s' is no multicast GID".formatted(LineCursor.excerpt(text)));
  }

  private GroupFlags ownFlags(Definition definition, List<String> rest, int line)
      throws LineException {
    GroupFlags flags = definition.flags().ofGroup();
    for (String part : rest) {
      Token token = Token.of(part);
      if (token.name().isEmpty() && token.value().isEmpty()) {
        continue;
      }
      Optional<Keyword> flag = Keyword.find(token.name()).filter(Keyword::isOfGroups);
      if (flag.isPresent()) {
        flags.set(flag.get(), token.value(), true);
      } else if (isPort(token.name())) {
        throw new LineException(
            "port '%s' has to stand in another line than mgid".formatted(token.name()));
      } else {
        warnings.add(
            "line %d: a group has no flag '%s'; it counts for nothing"
                .formatted(line, LineCursor.excerpt(token.name())));
      }
    }
    return flags;
  }

  private static boolean isPort(String word) {
    return kind(word).isPresent() || (!word.isEmpty() && Character.isDigit(word.charAt(0)));
  }

  /** Why a group cannot be made as it is asked for. */
  private static Optional<String> problem(Definition definition, Gid mgid, GroupFlags flags) {
    if (Mgid.isIpoib(mgid)) {
      int key = Mgid.key(mgid);
      int fullKey = definition.partition().fullKey();
      if (key != 0 && key != fullKey && !mgid.equals(Mgid.BROADCAST)) {
        return Optional.of(
            "its GID has P_Key 0x%04x, its partition 0x%04x".formatted(key, fullKey));
      }
      if (!flags.isLike(definition.flags())) {
        return Optional.of("groups of IP have the MTU and rate that their definition has");
      }
    }
    return flags.problem();
  }

  private void warnOfGroup(int line, String what, String reason) {
    warnings.add("line %d: there will be %s: %s".formatted(line, what, reason));
  }
}
