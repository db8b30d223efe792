package main

import (
	"os"
	"testing"
)

func TestTheLibrariesLogWhatOpenTofuShows(t *testing.T) {
	for _, one := range []struct{ all, provider, wanted string }{
		{wanted: "ERROR"},
		{all: "TRACE", wanted: "TRACE"},
		{all: "TRACE", provider: "WARN", wanted: "WARN"},
	} {
		t.Setenv("TF_LOG", one.all)
		t.Setenv("TF_LOG_PROVIDER", one.provider)
		t.Setenv("TF_LOG_SDK", "")
		t.Setenv("TF_LOG_SDK_PROTO", "")
		t.Setenv("TF_LOG_SDK_FRAMEWORK", "INFO")
		quieten()
		if os.Getenv("TF_LOG_SDK") != one.wanted || os.Getenv("TF_LOG_SDK_PROTO") != one.wanted || os.Getenv("TF_LOG_SDK_FRAMEWORK") != "INFO" {
			t.Errorf("%+v: %s", one, os.Getenv("TF_LOG_SDK"))
		}
	}
}
