package org.stoatflow.tools.reset;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a reset is asked to do.
 *
 * @param applicationId the application, which is its group too
 * @param client the settings of the admin client, with {@code bootstrap.servers}
 * @param topics the topics that were named
 * @param target where the offsets of the input topics are to be
 * @param stateDir below which the application's local state is to be deleted; null to leave it
 * @param force whether members are removed from the group
 * @param dryRun whether nothing is changed
 */
record ResetOptions(
        String applicationId,
        Map<String, Object> client,
        Named topics,
        Target target,
        @Nullable Path stateDir,
        boolean force,
        boolean dryRun) {

    /**
     * Topics that were named.
     *
     * @param input which are read from {@link #target} on
     * @param intermediate which are read from their end on
     * @param internal which of the internal ones are deleted; none for all of them
     */
    record Named(List<String> input, List<String> intermediate, List<String> internal) {}

    String brokers() {
        return String.valueOf(client.get("bootstrap.servers"));
    }
}
