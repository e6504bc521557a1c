/**
 * What goes from thread to thread: batches of records, the inboxes through which they reach lanes, and how a hop fills
 * and hands over batches.
 */
package org.stoatflow.kernel.batch;
