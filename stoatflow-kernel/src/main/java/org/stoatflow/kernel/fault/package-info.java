/** What becomes of a record that cannot be read, processed, serialized or sent: handlers, dead letters, retries. */
@NullMarked
package org.stoatflow.kernel.fault;

import org.jspecify.annotations.NullMarked;
