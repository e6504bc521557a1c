/** Stream time of lanes and operators, partition time of sources, and how both are kept. */
package org.stoatflow.kernel.clock;
