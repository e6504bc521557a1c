/**
 * What an application finds when it takes over from Kafka Streams: facts are gathered, judges turn them into findings,
 * and {@code ./stoatflow takeover-check} prints these. Nothing here changes anything. What refuses a start is said by
 * the same sentences, which stand beside what refuses it: {@code LeftoverSentences}, {@code GroupWait}, {@code
 * ResetMark}, {@code KnownLogs}, {@code StoreChange}.
 */
package org.stoatflow.runtime.takeover;
