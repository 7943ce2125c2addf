package io.dateline.sm.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import java.util.Map;
import java.util.Optional;

/** What an order may have in its body: with something else it would be another order. */
final class OrderFields {
  private OrderFields() {}

  /**
   * Looks at a body.
   *
   * @param known types by name; none has to be there
   * @return a sentence that names what is wrong
   */
  static Optional<String> problem(JsonNode order, Map<String, JsonNodeType> known) {
    return order
        .propertyStream()
        .flatMap(field -> problem(field.getKey(), field.getValue(), known).stream())
        .findFirst();
  }

  private static Optional<String> problem(
      String name, JsonNode value, Map<String, JsonNodeType> known) {
    JsonNodeType type = known.get(name);
    if (type == null) {
      return Optional.of("there is no '%.40s' in this order".formatted(name));
    }
    boolean isRight =
        value.getNodeType() == type
            && (!value.isArray() || value.valueStream().allMatch(JsonNode::isTextual))
            && (!value.isNumber() || (value.canConvertToInt() && value.isIntegralNumber()));
    return isRight
        ? Optional.empty()
        : Optional.of(
            "%s takes %s"
                .formatted(
                    name,
                    switch (type) {
                      case BOOLEAN -> "true or false";
                      case ARRAY -> "a list of texts";
                      case NUMBER -> "a whole number of 32 bits";
                      default -> "a text";
                    }));
  }
}
