package org.stoatflow.tools.reset;

import picocli.CommandLine.Option;

/** The options without a value. */
final class FlagOptions {
    @Option(names = "--force", description = "removes members from the group, also of instances that still run")
    private boolean force;

    @Option(
            names = "--yes",
            description =
                    "deletes topics, too, of which only the name says that they are internal ones, and does not ask")
    private boolean yes;

    @Option(names = "--dry-run", description = "prints what would be done, and changes nothing")
    private boolean dryRun;

    ResetOptions.Flags flags() {
        return new ResetOptions.Flags(force, dryRun, yes);
    }
}
