package org.stoatflow.migration;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Tree;
import org.openrewrite.toml.tree.Toml;
import org.openrewrite.toml.tree.TomlType;

/** A library of a version catalog in parts: {@code { module = "g:n", version.ref = "v" }}, or group and name apart. */
final class CatalogEntry {
    private static final String MODULE = "module";
    private static final String GROUP = "group";
    private static final String NAME = "name";
    private static final String VERSION = "version";

    private CatalogEntry() {}

    /** The entry with our artifact where it is one of Kafka Streams; else the same entry. */
    static Toml.Table changed(Toml.Table entry, Notations notations) {
        String module = value(entry, MODULE);
        Artifact ours =
                module == null ? notations.ours(value(entry, GROUP), value(entry, NAME)) : notations.ours(module);
        return ours == null ? entry : entry.withValues(changed(entry.getValues(), ours));
    }

    private static List<Toml> changed(List<Toml> parts, Artifact ours) {
        List<Toml> changed = new ArrayList<>();
        boolean versioned = false;
        for (Toml part : parts) {
            if (!(part instanceof Toml.KeyValue named)) {
                changed.add(part);
            } else if (!isVersion(named)) {
                changed.add(changed(named, ours));
            } else if (!versioned) {
                changed.add(version(named, ours));
                versioned = true;
            }
        }
        if (!versioned && parts.getFirst() instanceof Toml.KeyValue first) {
            changed.addFirst(version(first.withId(Tree.randomId()), ours));
        }
        return changed;
    }

    private static Toml.KeyValue changed(Toml.KeyValue part, Artifact ours) {
        if (!(part.getValue() instanceof Toml.Literal literal)) {
            return part;
        }
        return switch (key(part)) {
            case MODULE -> part.withValue(with(literal, ours.module()));
            case GROUP -> part.withValue(with(literal, Artifact.GROUP));
            case NAME -> part.withValue(with(literal, ours.name()));
            default -> part;
        };
    }

    private static boolean isVersion(Toml.KeyValue part) {
        return key(part).equals(VERSION) || key(part).startsWith(VERSION + ".");
    }

    /** The part in the form {@code version = "v"}, whatever it was. */
    private static Toml.KeyValue version(Toml.KeyValue part, Artifact ours) {
        Toml.Literal version = new Toml.Literal(
                Tree.randomId(),
                part.getValue().getPrefix(),
                part.getValue().getMarkers(),
                TomlType.Primitive.String,
                '"' + ours.version() + '"',
                ours.version());
        return part.withKey(identifier(part).withName(VERSION).withSource(VERSION))
                .withValue(version);
    }

    /** The literal with another text between the same quotes. */
    static Toml.Literal with(Toml.Literal literal, String text) {
        String quote = literal.getSource().substring(0, 1);
        return literal.withValue(text).withSource(quote + text + quote);
    }

    private static Toml.Identifier identifier(Toml.KeyValue part) {
        return (Toml.Identifier) part.getKey();
    }

    private static String key(Toml.KeyValue part) {
        return identifier(part).getName();
    }

    private static @Nullable String value(Toml.Table entry, String key) {
        for (Toml part : entry.getValues()) {
            if (part instanceof Toml.KeyValue named
                    && key(named).equals(key)
                    && named.getValue() instanceof Toml.Literal literal) {
                return String.valueOf(literal.getValue());
            }
        }
        return null;
    }
}
