/** Watches epochs: which one takes long, what it waits for, and whether anybody goes on with it. */
package org.stoatflow.runtime.monitor;
