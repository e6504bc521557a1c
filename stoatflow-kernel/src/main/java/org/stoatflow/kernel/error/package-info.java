/**
 * What the engine does with a record that cannot be read, processed, serialized or sent: handlers, dead letters,
 * retries.
 */
package org.stoatflow.kernel.error;
