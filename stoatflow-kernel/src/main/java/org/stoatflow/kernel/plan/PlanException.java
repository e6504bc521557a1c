package org.stoatflow.kernel.plan;

import org.stoatflow.streams.errors.TopologyException;

/** A topology that cannot run on the cluster as it is; the message names topic or store and what to do. */
public final class PlanException extends TopologyException {
    private static final long serialVersionUID = 1L;

    public PlanException(String message) {
        super(message);
    }
}
