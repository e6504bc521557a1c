/** Follows the topics of global stores, outside of the consumer group and of epochs (docs/design/024). */
package org.stoatflow.runtime.global;
