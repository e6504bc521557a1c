package org.stoatflow.tools.reset;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.stoatflow.runtime.program.ProgramOptions;

/**
 * What a reset is asked to do.
 *
 * @param applicationId the application, which is its group too
 * @param client the settings of the admin client, with {@code bootstrap.servers}
 * @param topics the topics that were named
 * @param target where the offsets of the input topics are to be
 * @param stateDir below which the application's local state is to be deleted; null to leave it
 * @param flags what else was said
 */
record ResetOptions(
        String applicationId,
        Map<String, Object> client,
        Named topics,
        Target target,
        @Nullable Path stateDir,
        Flags flags) {

    /**
     * Topics that were named.
     *
     * @param input which are read from {@link #target} on
     * @param intermediate which are read from their end on
     * @param internal which of the internal ones are deleted; none for all that are known to be the application's own
     * @param program the application whose topology names internal topics; null where it is not given
     */
    record Named(
            List<String> input,
            List<String> intermediate,
            List<String> internal,
            @Nullable ProgramOptions program) {}

    /**
     * What is said by an option without a value.
     *
     * @param force whether members are removed from the group
     * @param dryRun whether nothing is changed
     * @param yes whether topics are deleted of which only the name says that they are internal
     */
    record Flags(boolean force, boolean dryRun, boolean yes) {}

    String brokers() {
        return String.valueOf(client.get("bootstrap.servers"));
    }
}
