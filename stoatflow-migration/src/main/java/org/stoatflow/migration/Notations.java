package org.stoatflow.migration;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Tree;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;

/**
 * Dependencies as the texts of a build script name them, and ours in their place.
 *
 * @param names our artifact for each of Kafka Streams'
 * @param version the version of ours
 */
record Notations(Map<String, String> names, String version) {

    @Nullable
    Artifact ours(@Nullable String group, @Nullable String name) {
        return Artifact.of(group, name, names, version);
    }

    @Nullable
    Artifact ours(String notation) {
        return Artifact.ofNotation(notation, names, version);
    }

    J changed(J.Literal literal) {
        if (!(literal.getValue() instanceof String text) || literal.getValueSource() == null) {
            return literal;
        }
        Artifact ours = ours(text);
        return ours == null
                ? literal
                : literal.withValue(ours.notation())
                        .withValueSource(literal.getValueSource().replace(text, ours.notation()));
    }

    /**
     * A text with variables, in parts: one whose first part is a dependency up to its version becomes a text without
     * variables.
     */
    J changed(J text, List<J> parts, String delimiter) {
        if (parts.isEmpty()
                || !(parts.getFirst() instanceof J.Literal first)
                || !(first.getValue() instanceof String beginning)
                || !beginning.endsWith(":")) {
            return text;
        }
        Artifact ours = ours(beginning);
        return ours == null ? text : literal(text, ours.notation(), delimiter);
    }

    private static J.Literal literal(J place, String text, String delimiter) {
        return new J.Literal(
                Tree.randomId(),
                place.getPrefix(),
                place.getMarkers(),
                text,
                delimiter + text + delimiter,
                null,
                JavaType.Primitive.String);
    }
}
