/**
 * The operator chain of a stage in one lane: its nodes, its inputs, and the contexts through which processors see the
 * engine.
 */
package org.stoatflow.kernel.chain;
