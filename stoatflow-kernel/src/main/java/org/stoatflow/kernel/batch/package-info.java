/**
 * Batches of records, the inboxes through which batches reach lanes, and the hops that fill batches and hand them over.
 */
package org.stoatflow.kernel.batch;
