package org.stoatflow.tidy;

/**
 * Which of our types mirror one of Kafka Streams: those that it has under the same name. Their shape is Kafka Streams',
 * so neither their length nor what their methods take is ours to choose.
 */
final class MirroredApi {
    private static final String OURS = "org.stoatflow.streams.";
    private static final String THEIRS = "org/apache/kafka/streams/";

    private MirroredApi() {}

    /** Whether the place is that of a mirrored type, or within one. */
    static boolean covers(JavaFile file) {
        String type = file.place();
        return file.isMain()
                && type.startsWith(OURS)
                && MirroredApi.class
                                .getClassLoader()
                                .getResource(
                                        THEIRS + type.substring(OURS.length()).replace('.', '/') + ".class")
                        != null;
    }
}
