/**
 * What an application finds when it takes over from Kafka Streams: facts are gathered, judges turn them into findings,
 * and {@code ./stoatflow takeover-check} prints these. The start asks the same judges. Nothing here changes anything,
 * but {@code LeftoverGuard} at a start.
 */
@org.jspecify.annotations.NullMarked
package org.stoatflow.runtime.takeover;
