package org.stoatflow.streams.kstream;

import java.util.Objects;
import java.util.regex.Pattern;
import org.stoatflow.streams.errors.TopologyException;

/** The name of an operator. Without one, an operator gets a name from a counter that changes with the topology. */
public class Named implements NamedOperation<Named> {
    private static final int LENGTH_MAX = 249;
    private static final Pattern ALLOWED = Pattern.compile("[a-zA-Z0-9._-]+");

    /** The name; null for none. */
    protected String name;

    /**
     * Copies.
     *
     * @param named what to copy
     */
    protected Named(Named named) {
        this(Objects.requireNonNull(named, "named cannot be null").name);
    }

    /**
     * Checks and keeps a name.
     *
     * @param name the name; null for none
     * @throws TopologyException if it cannot be a name
     */
    protected Named(String name) {
        this.name = name;
        if (name != null) {
            validate(name);
        }
    }

    /**
     * A name.
     *
     * @param name the name
     * @return the name, checked
     * @throws TopologyException if it cannot be a name
     */
    public static Named as(String name) {
        return new Named(Objects.requireNonNull(name, "name cannot be null"));
    }

    @Override
    public Named withName(String name) {
        return as(name);
    }

    /**
     * Checks a name: it must be good for a part of a topic's name.
     *
     * @param name the name
     * @throws TopologyException if it cannot be a name
     */
    protected static void validate(String name) {
        if (name.isEmpty() || ".".equals(name) || "..".equals(name)) {
            throw new TopologyException("A name cannot be empty, \".\" or \"..\", but is \"" + name + "\"");
        }
        if (name.length() > LENGTH_MAX) {
            throw new TopologyException(
                    "Name is illegal, it can't be longer than " + LENGTH_MAX + " characters, name: " + name);
        }
        if (!ALLOWED.matcher(name).matches()) {
            throw new TopologyException("Name \"" + name
                    + "\" is illegal, it contains a character other than ASCII alphanumerics, '.', '_' and '-'");
        }
    }
}
