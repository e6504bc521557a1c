/** What stores that forget by time share: rows by segments of time, and how these leave. */
package org.stoatflow.state.segment;
