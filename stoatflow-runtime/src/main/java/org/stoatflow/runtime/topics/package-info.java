/** The topics of an application: the plan against those that are there, and what is created. */
package org.stoatflow.runtime.topics;
