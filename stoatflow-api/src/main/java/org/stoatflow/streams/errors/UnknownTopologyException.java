package org.stoatflow.streams.errors;

/**
 * A topology was asked for by a name that none has. Nothing in StoatFlow throws it, since an application has one
 * topology.
 */
public class UnknownTopologyException extends StreamsException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what went wrong; the reason is appended
     * @param namedTopology the name
     */
    public UnknownTopologyException(String message, String namedTopology) {
        super(withReason(message, namedTopology));
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong; the reason is appended
     * @param throwable the cause
     * @param namedTopology the name
     */
    public UnknownTopologyException(String message, Throwable throwable, String namedTopology) {
        super(withReason(message, namedTopology), throwable);
    }

    private static String withReason(String message, String name) {
        return message + " due to being unable to locate a Topology named " + name;
    }
}
