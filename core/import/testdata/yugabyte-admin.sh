yb-admin --master_addresses m1:7100 modify_placement_info aws.us-east-1.us-east-1a:1,aws.us-east-1.us-east-1b:1,aws.us-west-2.us-west-2a:1 3
yb-admin --master_addresses m1:7100 set_preferred_zones aws.us-east-1.us-east-1a:1 aws.us-east-1.us-east-1b:2
yb-admin --master_addresses m1:7100 add_read_replica_placement_info aws.eu-west-1.eu-west-1a:1 1 rr
