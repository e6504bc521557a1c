package org.stoatflow.bench.failover;

/** How the owner ends. */
enum Strike {
    /** SIGKILL. */
    KILL("kill"),
    /** An orderly close, as after SIGTERM. */
    CLOSE("close");

    private final String option;

    Strike(String option) {
        this.option = option;
    }

    /** How the command line names it. */
    @Override
    public String toString() {
        return option;
    }
}
