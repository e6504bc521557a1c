/**
 * Stream time of lanes and operators, partition time of sources, and how the state and the committed offsets keep them.
 */
package org.stoatflow.kernel.clock;
