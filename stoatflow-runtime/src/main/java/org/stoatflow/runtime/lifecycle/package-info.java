/** The life of an application: its phases, one after another, and what they need from outside. */
package org.stoatflow.runtime.lifecycle;
