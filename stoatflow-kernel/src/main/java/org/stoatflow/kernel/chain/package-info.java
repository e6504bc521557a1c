/** The operator chain of a stage in one lane: nodes, what processors see of the engine, and the ways in. */
package org.stoatflow.kernel.chain;
