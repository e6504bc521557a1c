package org.stoatflow.kernel.plan;

import org.stoatflow.streams.errors.TopologyException;

/** The topology cannot run on the cluster as it is. The message names the topic or store and what to do. */
public final class PlanException extends TopologyException {
    private static final long serialVersionUID = 1L;

    public PlanException(String message) {
        super(message);
    }
}
