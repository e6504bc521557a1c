package org.stoatflow.streams.processor.internals;

/** Holds no folder; see {@link StateDirectoryProcessFile}. */
public final class StateDirectory {
    private StateDirectory() {}

    /**
     * What Kafka Streams keeps of its process beside the state; nothing here. Kept under this name because hints for
     * native images name the class.
     */
    public static final class StateDirectoryProcessFile {
        private StateDirectoryProcessFile() {}
    }
}
