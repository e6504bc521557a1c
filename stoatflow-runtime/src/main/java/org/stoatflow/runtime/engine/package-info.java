/** The engine behind {@code KafkaStreams}: its provider and thread, the checks of a start, and the real environment. */
package org.stoatflow.runtime.engine;
