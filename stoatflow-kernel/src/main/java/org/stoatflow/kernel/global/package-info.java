/** The global stores: one task writes them, outside of lanes and epochs, and all processors may read them. */
package org.stoatflow.kernel.global;
