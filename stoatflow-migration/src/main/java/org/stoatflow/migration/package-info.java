/**
 * Recipes of OpenRewrite that move an application of Kafka Streams to StoatFlow: {@link
 * org.stoatflow.migration.MoveToStoatFlow} with its sources, {@link org.stoatflow.migration.MoveToDropIn} without.
 */
package org.stoatflow.migration;
