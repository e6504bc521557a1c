/** What becomes of a record that cannot be read, processed, serialized or sent: handlers, dead letters, retries. */
package org.stoatflow.kernel.error;
