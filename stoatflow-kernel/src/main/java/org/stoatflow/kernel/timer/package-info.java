/** What waits in a lane for a later time: punctuators, and rows that operators buffer. */
package org.stoatflow.kernel.timer;
