package io.dateline.sm.simulation;

import io.dateline.persistence.event.AliasGuid;
import io.dateline.persistence.event.SubnetEvent;
import io.dateline.sm.manager.SmCommand;
import io.dateline.sm.manager.SmEffect;
import io.dateline.sm.text.Counted;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Inputs, facts and effects, a line each, as people read them. */
final class Words {
  private static final int LENGTH_MAX = 160;

  private Words() {}

  static String of(SmCommand input) {
    String name = input.getClass().getSimpleName();
    return switch (input) {
      case SmCommand.Followup followup -> of(followup.command());
      case SmCommand.Sweep sweep -> name + ": " + sweep.reason();
      default -> name;
    };
  }

  static String of(SubnetEvent fact) {
    String name = fact.getClass().getSimpleName();
    return switch (fact) {
      case SubnetEvent.TermStarted started -> "%s %d".formatted(name, started.term());
      case SubnetEvent.FabricFound found ->
          "%s %d: %s%s"
              .formatted(
                  name,
                  found.change().generation(),
                  Counted.of(found.change().nodes().count(), "node"),
                  found.change().isWhole() ? ", all of them" : "");
      case SubnetEvent.RoutingPlanned planned ->
          "%s %d by %s".formatted(name, planned.generation(), planned.engine());
      case SubnetEvent.RoutingActivated activated ->
          "%s %d".formatted(name, activated.generation());
      case SubnetEvent.LidsAssigned assigned ->
          "%s: %d".formatted(name, assigned.portGuids().length);
      case SubnetEvent.LidsReleased released ->
          "%s: %d".formatted(name, released.portGuids().length);
      case SubnetEvent.AliasGuidsGranted granted ->
          "%s: %s".formatted(name, guids(granted.aliases()));
      case SubnetEvent.AliasGuidsRemoved removed ->
          "%s: %d".formatted(name, removed.aliases().size());
      default -> name;
    };
  }

  private static String guids(List<AliasGuid> aliases) {
    return aliases.stream()
        .map(alias -> "%x at index %d".formatted(alias.guid(), alias.id().index()))
        .collect(Collectors.joining(", "));
  }

  /** Nothing where it is not worth a line. */
  static Optional<String> of(SmEffect effect) {
    return switch (effect) {
      case SmEffect.Say said -> Optional.of("say %s: %s".formatted(said.level(), text(said)));
      case SmEffect.Await<?> awaited -> Optional.of("await " + awaited.what());
      case SmEffect.Tell told -> Optional.of("tell itself " + of(told.command()));
      case SmEffect.StartTimer timer ->
          Optional.of("timer %s in %d ms".formatted(timer.name(), timer.delay().toMillis()));
      case SmEffect.CancelTimer timer -> Optional.empty();
      case SmEffect.TermBegan began -> Optional.of("term %d begins".formatted(began.term()));
      case SmEffect.Leave leave -> Optional.of("leave: " + leave.sentence());
      case SmEffect.End end -> Optional.of("end");
    };
  }

  private static String text(SmEffect.Say said) {
    String text = said.text();
    for (Object argument : said.arguments()) {
      int braces = text.indexOf("{}");
      if (braces < 0) {
        text = text + " " + argument;
      } else {
        text = text.substring(0, braces) + argument + text.substring(braces + 2);
      }
    }
    return text.length() > LENGTH_MAX ? text.substring(0, LENGTH_MAX) + "..." : text;
  }
}
