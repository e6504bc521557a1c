package org.stoatflow.dsl;

import org.jspecify.annotations.Nullable;
import org.stoatflow.streams.kstream.Named;

/** The name that the user has chosen for a node, if any. The counter advances in either case, as in Kafka Streams. */
final class NameChoice extends Named {
    /** Stands for a user who has chosen no name. */
    static final NameChoice NONE = new NameChoice((String) null);

    NameChoice(Named named) {
        super(named);
    }

    NameChoice(@Nullable String name) {
        super(name);
    }

    boolean isGiven() {
        return name != null;
    }

    String required() {
        if (name == null) {
            throw new NullPointerException("name cannot be null");
        }
        return name;
    }

    String orFrom(NameCounter counter, String prefix) {
        String generated = counter.next(prefix);
        return name == null ? generated : name;
    }

    String withSuffixOrFrom(String suffix, NameCounter counter, String prefix) {
        return withSuffixOr(suffix, counter.next(prefix));
    }

    /** The chosen name with a suffix, or the one that was generated. */
    String withSuffixOr(String suffix, String generated) {
        if (name == null) {
            return generated;
        }
        String suffixed = name + suffix;
        Named.validate(suffixed);
        return suffixed;
    }
}
