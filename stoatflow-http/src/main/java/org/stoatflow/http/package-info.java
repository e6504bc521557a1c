/** Serves what is known of an application over HTTP. It changes nothing, and answers GET and HEAD only. */
package org.stoatflow.http;
