package org.stoatflow.migration;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openrewrite.groovy.tree.G;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;

/** Dependencies in Groovy's other notation: {@code group: 'g', name: 'n', version: 'v'}. */
final class MapNotation {
    private MapNotation() {}

    /** The call with our artifact where its arguments name one of Kafka Streams; else the same call. */
    static J.MethodInvocation changed(J.MethodInvocation call, Notations notations) {
        Artifact ours = notations.ours(value(call, "group"), value(call, "name"));
        if (ours == null || value(call, "version") == null) {
            return call;
        }
        List<Expression> arguments = call.getArguments().stream()
                .map(argument -> argument instanceof G.MapEntry entry ? changed(entry, ours) : argument)
                .toList();
        return call.withArguments(arguments);
    }

    private static Expression changed(G.MapEntry entry, Artifact ours) {
        return switch (name(entry)) {
            case "group" -> with(entry, Artifact.GROUP);
            case "name" -> with(entry, ours.name());
            case "version" -> with(entry, ours.version());
            default -> entry;
        };
    }

    private static G.MapEntry with(G.MapEntry entry, String text) {
        J.Literal value = new J.Literal(
                entry.getValue().getId(),
                entry.getValue().getPrefix(),
                entry.getValue().getMarkers(),
                text,
                "'" + text + "'",
                null,
                JavaType.Primitive.String);
        return entry.withValue(value);
    }

    private static String name(G.MapEntry entry) {
        return entry.getKey() instanceof J.Literal literal
                ? String.valueOf(literal.getValue())
                : entry.getKey().toString();
    }

    /** The text that the call gives by this name: empty where it is computed, and null where there is none. */
    private static @Nullable String value(J.MethodInvocation call, String name) {
        for (Expression argument : call.getArguments()) {
            if (argument instanceof G.MapEntry entry && name(entry).equals(name)) {
                return entry.getValue() instanceof J.Literal literal ? String.valueOf(literal.getValue()) : "";
            }
        }
        return null;
    }
}
