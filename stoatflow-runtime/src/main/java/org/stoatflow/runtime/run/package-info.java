/** Runs: lanes, dispatcher and committer wired to each other, their threads, and where they begin and end. */
package org.stoatflow.runtime.run;
