package org.stoatflow.dsl;

/**
 * The names of a foreign-key join's nodes, topics and store, taken from the counter in the order of Kafka Streams.
 *
 * @param subscriptions the hop to the right table
 * @param send subscribes
 * @param answers the hop back
 * @param resolve joins answers
 * @param result makes the joined table
 */
record ForeignKeyNames(Hop subscriptions, String send, Right right, Hop answers, String resolve, String result) {
    private static final String TOPIC = "-topic";

    /** @param topic the topic that Kafka Streams has there, without application id */
    record Hop(String topic, String sink, String source) {}

    /**
     * The names beside the right table.
     *
     * @param store keeps subscriptions
     * @param receive keeps them
     * @param answer answers them
     * @param update tells of the right table's updates
     */
    record Right(String store, String receive, String answer, String update) {}

    static ForeignKeyNames of(NameChoice choice, NameCounter counter) {
        String topic = choice.withSuffixOrFrom("-subscription-registration", counter, Prefixes.SUBSCRIPTION) + TOPIC;
        String send = choice.withSuffixOrFrom("-subscription-registration-processor", counter, Prefixes.SUBSCRIPTION);
        Hop subscriptions = new Hop(
                topic,
                choice.withSuffixOrFrom("-subscription-registration-sink", counter, Prefixes.TABLE_SINK),
                choice.withSuffixOrFrom("-subscription-registration-source", counter, Prefixes.TABLE_SOURCE));
        Right right = new Right(
                choice.withSuffixOrFrom("-subscription-store", counter, Prefixes.SUBSCRIPTION_STORE),
                choice.withSuffixOrFrom("-subscription-receive", counter, Prefixes.SUBSCRIPTION_PROCESSOR),
                choice.withSuffixOrFrom("-subscription-join-foreign", counter, Prefixes.SUBSCRIPTION_PROCESSOR),
                choice.withSuffixOrFrom("-foreign-join-subscription", counter, Prefixes.SUBSCRIPTION_PROCESSOR));
        Hop answers = new Hop(
                choice.withSuffixOrFrom("-subscription-response", counter, Prefixes.SUBSCRIPTION_RESPONSE) + TOPIC,
                choice.withSuffixOrFrom("-subscription-response-sink", counter, Prefixes.TABLE_SINK),
                choice.withSuffixOrFrom("-subscription-response-source", counter, Prefixes.TABLE_SOURCE));
        return new ForeignKeyNames(
                subscriptions,
                send,
                right,
                answers,
                choice.withSuffixOrFrom("-subscription-response-resolver", counter, Prefixes.SUBSCRIPTION_RESOLVER),
                choice.withSuffixOrFrom("-result", counter, Prefixes.FOREIGN_JOIN_OUTPUT));
    }
}
