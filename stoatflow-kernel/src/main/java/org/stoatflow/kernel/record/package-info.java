/**
 * The record that a lane is at: where it came from, how it is read and written, what becomes of it where that fails,
 * and what watches over its key.
 */
package org.stoatflow.kernel.record;
