package org.stoatflow.dsl;

/**
 * The names of a foreign-key join's nodes, topics and store, taken from the counter in the order of Kafka Streams.
 *
 * @param subscriptionTopic the topic to the right table, without application id
 * @param send subscribes
 * @param store keeps subscriptions
 * @param receive keeps them
 * @param answer answers them
 * @param update tells of the right table's updates
 * @param answerTopic the topic back, without application id
 * @param resolve joins answers
 * @param result makes the joined table
 */
record ForeignKeyNames(
        String subscriptionTopic,
        String send,
        String subscriptionSink,
        String subscriptionSource,
        String store,
        String receive,
        String answer,
        String update,
        String answerTopic,
        String answerSink,
        String answerSource,
        String resolve,
        String result) {
    private static final String TOPIC = "-topic";

    static ForeignKeyNames of(NameChoice choice, NameCounter counter) {
        return new ForeignKeyNames(
                choice.withSuffixOrFrom("-subscription-registration", counter, Prefixes.SUBSCRIPTION) + TOPIC,
                choice.withSuffixOrFrom("-subscription-registration-processor", counter, Prefixes.SUBSCRIPTION),
                choice.withSuffixOrFrom("-subscription-registration-sink", counter, Prefixes.TABLE_SINK),
                choice.withSuffixOrFrom("-subscription-registration-source", counter, Prefixes.TABLE_SOURCE),
                choice.withSuffixOrFrom("-subscription-store", counter, Prefixes.SUBSCRIPTION_STORE),
                choice.withSuffixOrFrom("-subscription-receive", counter, Prefixes.SUBSCRIPTION_PROCESSOR),
                choice.withSuffixOrFrom("-subscription-join-foreign", counter, Prefixes.SUBSCRIPTION_PROCESSOR),
                choice.withSuffixOrFrom("-foreign-join-subscription", counter, Prefixes.SUBSCRIPTION_PROCESSOR),
                choice.withSuffixOrFrom("-subscription-response", counter, Prefixes.SUBSCRIPTION_RESPONSE) + TOPIC,
                choice.withSuffixOrFrom("-subscription-response-sink", counter, Prefixes.TABLE_SINK),
                choice.withSuffixOrFrom("-subscription-response-source", counter, Prefixes.TABLE_SOURCE),
                choice.withSuffixOrFrom("-subscription-response-resolver", counter, Prefixes.SUBSCRIPTION_RESOLVER),
                choice.withSuffixOrFrom("-result", counter, Prefixes.FOREIGN_JOIN_OUTPUT));
    }
}
