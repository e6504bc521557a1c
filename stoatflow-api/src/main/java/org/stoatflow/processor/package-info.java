/** Declarations that users make of their processors. */
package org.stoatflow.processor;
