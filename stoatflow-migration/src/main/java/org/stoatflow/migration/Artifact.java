package org.stoatflow.migration;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a build names in place of an artifact of Kafka Streams.
 *
 * @param name the artifact, of {@link #GROUP}
 * @param version its version
 */
record Artifact(String name, String version) {
    static final String GROUP = "org.stoatflow";
    private static final String THEIR_GROUP = "org.apache.kafka";
    /** What stands between group, name and version, and at the end where the version is a variable. */
    private static final String SEPARATOR = ":";

    /** The counterpart of an artifact, or null where it has none. */
    static @Nullable Artifact of(
            @Nullable String group, @Nullable String name, Map<String, String> names, String version) {
        if (!THEIR_GROUP.equals(group) || name == null) {
            return null;
        }
        String ours = names.get(name);
        return ours == null ? null : new Artifact(ours, version);
    }

    /**
     * The counterpart of an artifact as Gradle writes it, {@code group:name}, {@code group:name:version}, or {@code
     * group:name:} before a variable; or null where the text is something else, or has a classifier.
     */
    static @Nullable Artifact ofNotation(String notation, Map<String, String> names, String version) {
        String[] parts = notation.split(SEPARATOR, -1);
        return parts.length == 2 || parts.length == 3 ? of(parts[0], parts[1], names, version) : null;
    }

    String notation() {
        return module() + SEPARATOR + version;
    }

    String module() {
        return GROUP + SEPARATOR + name;
    }
}
