-- What runs now is looked at every two seconds: not by way of all that ever ran.
CREATE INDEX job_history_running ON job_history (started_at_ms) WHERE ended_at_ms = 0;
