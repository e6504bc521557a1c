/**
 * The record that a lane is at: where it came from, how it is deserialized and serialized, what becomes of it if that
 * fails, and the guard of its key.
 */
package org.stoatflow.kernel.record;
