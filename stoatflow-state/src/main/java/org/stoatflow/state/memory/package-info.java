/** State in memory. */
package org.stoatflow.state.memory;
