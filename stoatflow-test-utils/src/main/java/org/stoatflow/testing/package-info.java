/** Our own beside Kafka Streams' test utilities: a driver that runs a topology as production does. */
package org.stoatflow.testing;
