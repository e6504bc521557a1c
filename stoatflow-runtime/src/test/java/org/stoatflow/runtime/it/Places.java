package org.stoatflow.runtime.it;

import java.util.function.BiConsumer;

/**
 * Where a program reads and writes.
 *
 * @param in first source topic
 * @param more second source topic
 * @param out first sink topic
 * @param rest second sink topic
 * @param seen takes keys and values that a program looks at; called by many threads
 */
record Places(String in, String more, String out, String rest, BiConsumer<String, String> seen) {}
