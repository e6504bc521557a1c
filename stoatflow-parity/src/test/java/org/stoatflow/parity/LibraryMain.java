package org.stoatflow.parity;

import java.util.Arrays;

/** Runs a main class of the programs on one of the two libraries. */
final class LibraryMain {
    /** The first argument for Kafka Streams. */
    static final String KAFKA_STREAMS = "kafka-streams";

    /** The first argument for StoatFlow. */
    static final String OURS = "stoatflow";

    private LibraryMain() {}

    /** Arguments: the library, the main class, and what that class is given. */
    public static void main(String[] args) throws ReflectiveOperationException {
        ClassLoader loader = switch (args[0]) {
            case KAFKA_STREAMS -> new RenamingLoader();
            case OURS -> LibraryMain.class.getClassLoader();
            default -> throw new IllegalArgumentException("library=" + args[0]);
        };
        Class.forName(args[1], true, loader).getMethod("main", String[].class).invoke(null, (Object)
                Arrays.copyOfRange(args, 2, args.length));
    }
}
